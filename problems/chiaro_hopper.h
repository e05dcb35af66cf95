/* chiaro_hopper.h - the hopping robot as its files share it; chiaro_hopper.c has the symbols */
#ifndef SS_CHIARO_HOPPER_H
#define SS_CHIARO_HOPPER_H

#include "problems/problem.h"

enum { X, Y, LOWER, UPPER, NU }; /* places in q and u */

/* What pose() leaves: sines and cosines, the derivatives of the upper centre of mass, the torque,
 * and which beta it is. */
enum { SL, CL, SU, CU, A1, A2, B1, B2, TORQUE, STAGE, NPOSE };

typedef struct ss_chiaro {
    double q0[NU], u0[NU];
    double m, ml, mu, g; /* whole, lower, upper mass */
    double M33, M44;     /* constant entries of M */
    double Jl, Ju;
    double p, l1, l2, lu, lh, lD, half;
    double k, d, l0;
    double spring[2]; /* l_h^2 + l_u^2 and 2 l_u l_h */
    double mg, mug;   /* weights: of the whole, of the upper leg */
    double A, omega;  /* of the torque */
    double every;     /* 0: beta does not change */
    double R, span;   /* the foot, and half its arc as an angle */
    int n, stages, published;
    const double *beta; /* stages */
    const double *foot; /* stages*2*n: the f_x of all points, then their f_y */
    const ss_law *law;  /* n */
    double room[];
} ss_chiaro;

/* The foot at the time of x. */
static inline const double *ss_chiaro_foot(const ss_chiaro *h, const ss_config *x)
{
    return h->foot + (h->stages > 1 ? (size_t)x->c[STAGE] * 2 * (size_t)h->n : 0);
}

/* Places in the lower leg's frame, from its centre of mass; see chiaro_hopper.c. */
typedef struct ss_chiaro_stance {
    double beta, R;
    double foot[2]; /* middle of the foot's arc */
    double knee[2];
    double lu;     /* knee to the upper centre of mass */
    double share;  /* upper mass over the whole */
    double cad[2]; /* lower centre of mass from the foot, as the source gives it */
    int published; /* with the source's slip */
} ss_chiaro_stance;

/* q = (x, y, phi_l, phi_u) at rest on the foot, the spring relaxed. */
void ss_chiaro_start(const ss_chiaro_stance *s, double q[4]);

int ss_chiaro_frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f);
int ss_chiaro_draw(const void *par, const ss_config *x, const ss_pen *pen);

#endif
